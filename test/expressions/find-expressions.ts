import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A place in the source. */
export interface Place {
  readonly file: string;
  /** Its first and its last line. */
  readonly lines: readonly [first: number, last: number];
}

/** What the source has of regular expressions. */
export interface SourceExpressions {
  /** Literals, as they are written, each once. */
  readonly literals: ReadonlySet<string>;
  /** Where expressions are made while the program runs. */
  readonly makers: readonly Place[];
}

/** Walks through every file of the source. */
export function findExpressions(): SourceExpressions {
  const literals = new Set<string>();
  const makers: Place[] = [];
  const names = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => /\.tsx?$/.test(each))) {
    const file = `src/${name.replaceAll(sep, '/')}`;
    const source = ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) literals.add(node.text);
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && node.expression.getText() === 'RegExp') {
        const line = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
        makers.push({ file, lines: [line(node.getStart()), line(node.getEnd())] });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { literals, makers };
}

/** An expression that was made while a program ran, as a literal, and the stack of the call that made it. */
export interface MadeExpression {
  readonly expression: string;
  readonly stack: string;
}

/** Runs a program, and returns every expression that it makes. It replaces `RegExp` meanwhile. */
export async function recordExpressions(run: () => Promise<void>): Promise<readonly MadeExpression[]> {
  const made: MadeExpression[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const expression: RegExp = Reflect.construct(target, given, newTarget);
      made.push({ expression: String(expression), stack: String(new Error('made here').stack) });
      return expression;
    },
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** Whether a stack has a call in a place. */
export const hasCall = (stack: string, { file, lines: [first, last] }: Place): boolean =>
  stack
    .split('\n')
    .filter((line) => line.includes(`/${file}:`))
    .some((line) => {
      const at = Number(line.split(`/${file}:`)[1]?.split(':')[0]);
      return first <= at && at <= last;
    });
