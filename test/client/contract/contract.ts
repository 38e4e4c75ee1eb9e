import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** A JSON Schema as far as the contract uses it. */
export interface Node {
  description?: string;
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  allOf?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
  required?: string[];
  properties?: Record<string, Node>;
  items?: Node;
  format?: string;
  minimum?: number;
  minLength?: number;
  'x-check'?: 'none';
  minItems?: number;
}

interface Contract {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: { schemas: Record<string, Node> };
}

export const contract: Contract = parse(
  readFileSync(new URL('../../../src/client/contract/requester-v1.yaml', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
// The constants of each branch decide; the discriminator says for tools what they say.
ajv.addVocabulary([
  'discriminator',
  'openapi',
  'info',
  'servers',
  'security',
  'tags',
  'paths',
  'components',
  'x-see',
  'x-internal',
  'x-part',
  'x-check',
  'x-use',
  'x-seen-null',
  'x-uses',
]);
ajv.addSchema(contract, 'contract');

/** The contract's own verdict on a value, by the name of the schema. */
export function contractAllows(name: string): ValidateFunction {
  const validate = ajv.getSchema(`contract#/components/schemas/${name}`);
  if (!validate) throw new Error(`The contract has no schema ${name}`);
  return validate;
}
