import ts from 'typescript';

/** One small change to a source file. */
export interface Mutation {
  readonly line: number;
  /** The whole line of the source. */
  readonly code: string;
  readonly what: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const Kind = ts.SyntaxKind;

/** Operators, and what each is replaced by. */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
  [Kind.QuestionQuestionToken, '&&'],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
]);

/** Statements that something can happen without. */
const DROPPED: ReadonlySet<ts.SyntaxKind> = new Set([
  Kind.ExpressionStatement,
  Kind.ThrowStatement,
  Kind.BreakStatement,
  Kind.ContinueStatement,
]);

/** From here on, a number is doubled. */
const MANY = 100;

/** What a node can be replaced by; undefined when nothing is done to it. */
function replacementOf(node: ts.Node): { readonly node: ts.Node; readonly text: string } | undefined {
  if (ts.isBinaryExpression(node)) {
    const text = OPERATORS.get(node.operatorToken.kind);
    return text === undefined ? undefined : { node: node.operatorToken, text };
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return { node: condition, text: `!(${condition.getText()})` };
  }
  if (DROPPED.has(node.kind)) return { node, text: ';' };
  if (node.kind === Kind.TrueKeyword) return { node, text: 'false' };
  if (node.kind === Kind.FalseKeyword) return { node, text: 'true' };
  // One more of many changes nothing.
  if (ts.isNumericLiteral(node))
    return { node, text: Number(node.text) < MANY ? `(${node.text} + 1)` : `(${node.text} * 2)` };
  // A text with a space is a message to people.
  const isWord = ts.isStringLiteral(node) && node.text !== '' && !node.text.includes(' ');
  return isWord ? { node, text: "''" } : undefined;
}

/** Types, imports and the names of properties are no behaviour. */
function isLeftAlone(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    // `super()` can't be left out.
    (ts.isExpressionStatement(node) && /^super\b/.test(node.getText()))
  );
}

/** All changes to a source file, from its beginning to its end. */
export function mutationsOf(name: string, text: string): readonly Mutation[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const lines = text.split('\n');
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    const replacement = replacementOf(node);
    if (replacement !== undefined) {
      const start = replacement.node.getStart();
      const { end } = replacement.node;
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const what = `${text.slice(start, end).replace(/\s+/g, ' ').slice(0, 60)} → ${replacement.text.slice(0, 60)}`;
      const code = lines[line - 1]?.trim() ?? '';
      found.push({ line, code, what, start, end, text: replacement.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text with the change. */
export function mutated(text: string, { start, end, text: replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
