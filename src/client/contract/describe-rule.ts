import type * as z from 'zod/mini';
import { nameKind } from '../../base/kinds.js';

/** Says that a value must be one of some. */
export function describeAllowedValues(values: readonly unknown[]): string {
  const names = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(', ')}`;
}

/** The words for a type as zod names it: every number of the service is an integer. */
export function nameType(type: string): string {
  return nameKind(type === 'number' ? 'int' : type);
}

/** What a value must be, by zod's issue with it. */
export function describeRule(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nameType(issue.expected)}`;
    case 'invalid_value':
      return describeAllowedValues(issue.values);
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? 'must not be empty'
        : 'must be a safe integer';
    case 'too_big':
      return 'must be a safe integer';
    case 'invalid_format':
      return 'must be an ISO 8601 time with an offset';
    case 'invalid_union':
      return 'options' in issue && issue.options ? describeAllowedValues(issue.options) : 'is not valid';
    default:
      return String(('params' in issue && issue.params?.rule) || 'is not valid');
  }
}
