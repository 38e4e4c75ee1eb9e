import type * as z from 'zod/mini';
import * as answers from '../../../src/client/contract/answers.js';

/** The schemas of answers and of what is in them, by their names in the contract. */
export const answerSchemas: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.entries(answers).map(([name, make]) => [
    name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, ''),
    make(),
  ]),
);

/** @throws Error when the contract has no answer or part of one of this name */
export function getAnswerSchema(name: string): z.ZodMiniType {
  const { [name]: schema } = answerSchemas;
  if (schema === undefined) throw new Error(`There is no schema ${name}.`);
  return schema;
}
