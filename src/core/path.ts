import type { Issue } from './errors.js';
import { kindOf } from './validate.js';

/** A path ready to send, its template for people and logs, and what is wrong with the ids it was given. */
export interface Path {
  /** Without values: `/api/v1/questions/{id}`. */
  readonly template: string;
  /** With values, escaped: `/api/v1/questions/12`. */
  readonly href: string;
  readonly issues: readonly Issue[];
}

/**
 * Builds a path from ids that carry their argument's name: path`/questions/${{ questionId }}/comments/${{ id }}`.
 *
 * An id is a positive safe integer. Anything else is an issue and never reaches the path, so nothing can
 * traverse to another resource.
 */
export function path(
  texts: TemplateStringsArray,
  ...ids: readonly Readonly<Record<string, unknown>>[]
): Path {
  let template = '';
  let href = '';
  const issues: Issue[] = [];
  for (const [index, text] of texts.entries()) {
    template += text;
    href += text;
    for (const [name, id] of Object.entries(ids[index] ?? {})) {
      template += `{${name}}`;
      if (isId(id)) href += String(id);
      else issues.push({ path: name, message: `must be a positive safe integer; got ${kindOf(id)}` });
    }
  }
  return { template, href, issues };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
