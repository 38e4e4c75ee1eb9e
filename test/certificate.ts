import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;

/** A value with its tag and its length. */
function der(tag: number, ...contents: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(SEQUENCE, ...contents);
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03]);
const SUBJECT_ALTERNATIVE_NAME = der(0x06, [0x55, 0x1d, 0x11]);

/** A key, and a certificate for a host that the key itself has signed: a server that nobody else vouches for. */
export function makeCertificate(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const names = sequence(der(0x82, Buffer.from(host)));
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, names)))),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, ECDSA_WITH_SHA256, der(0x03, [0], signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}
