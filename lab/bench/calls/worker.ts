// One client against ky, call by call: node worker.ts <client> <one|page> <base> <pairs>
import ky from 'ky';
import { alternate } from '../alternate.ts';
import { clients } from '../peers/calls.ts';
import { report } from '../processes.ts';
import { trimmedMean } from '../statistics.ts';

/** Microseconds of one call. */
export interface Compared {
  readonly subject: number;
  readonly ky: number;
}

const [, , name = '', kind = 'one', base = '', pairs = '1'] = process.argv;
const open = clients[name];
if (open === undefined) throw new Error(`There is no client ${name}.`);
const client = await open(base);
const subject = kind === 'page' ? client.page : client.one;
const address = kind === 'page' ? client.addresses.page : client.addresses.one;

const found = await alternate(subject, () => ky(address).json(), {
  size: 1,
  blocks: Number(pairs),
  warmUp: Math.min(300, Number(pairs)),
});
const compared: Compared = {
  subject: trimmedMean(found.map((pair) => pair.subject)),
  ky: trimmedMean(found.map((pair) => pair.bare)),
};
report(compared);
