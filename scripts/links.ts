import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt({ html: true });

type Token = ReturnType<typeof parser.parse>[number];

/** A link of a page, or a picture in it. */
interface Link {
  readonly target: string;
  readonly isPicture: boolean;
}

/** Every token of a page, those inside of paragraphs and headings too. */
const readTokens = (markdown: string): Token[] =>
  parser.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);

/** An attribute of a tag that leads elsewhere, or that can be linked to. */
const ATTRIBUTE = /<(\w+)[^>]*?\s(href|src|id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

interface Attribute {
  readonly tag: string;
  readonly name: string;
  readonly value: string;
}

function readAttributes({ type, content }: Token): Attribute[] {
  if (!type.startsWith('html_')) return [];
  return [...content.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(ATTRIBUTE)].map(
    ([, tag = '', name = '', double, single, bare]) => ({
      tag: tag.toLowerCase(),
      name: name.toLowerCase(),
      value: double ?? single ?? bare ?? '',
    }),
  );
}

function readLinks(token: Token): Link[] {
  if (token.type === 'link_open') return [{ target: token.attrGet('href') ?? '', isPicture: false }];
  if (token.type === 'image') return [{ target: token.attrGet('src') ?? '', isPicture: true }];
  return readAttributes(token)
    .filter(({ name }) => name === 'href' || name === 'src')
    .map(({ tag, value }) => ({ target: value, isPicture: tag === 'img' }));
}

/** The links and pictures of a page, in Markdown and in HTML, but none in code. */
export const listLinks = (markdown: string): Link[] => readTokens(markdown).flatMap(readLinks);

/** The anchor of a heading in a page, as GitHub and most readers make it. */
export const makeAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** What can be linked to in a page: its headings, and the names that it gives in HTML. */
function listAnchors(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const tokens = readTokens(markdown);
  for (const [at, token] of tokens.entries()) {
    for (const { name, value } of readAttributes(token)) if (/^(id|name)$/.test(name)) anchors.add(value);
    if (token.type !== 'heading_open') continue;
    const words = tokens[at + 1]?.children ?? [];
    const anchor = makeAnchor(words.map(({ content }) => content).join(''));
    const isTaken = (number: number): boolean => anchors.has(`${anchor}-${number}`);
    let number = 1;
    while (isTaken(number)) number += 1;
    anchors.add(anchors.has(anchor) ? `${anchor}-${number}` : anchor);
  }
  return anchors;
}

/** Files beside each other: those of the repository, or of the package. */
export interface Files {
  /** Their paths. */
  readonly paths: ReadonlySet<string>;
  /** The text of one of them. */
  readonly read: (path: string) => string;
}

const PACKAGE = 'translation-requester';

const isRelative = (target: string): boolean => !/^(\/|[a-z][a-z+.-]*:)/i.test(target);

/** What is wrong with a link of a page, if anything. Addresses of others are not opened. */
function findFault(page: string, { target }: Link, { paths, read }: Files): string | undefined {
  if (!isRelative(target)) {
    const { pathname } = new URL(target, 'file:///');
    const isOwn =
      pathname.includes(`/${PACKAGE}`) && [...paths].some((path) => pathname.endsWith(`/${path}`));
    return isOwn || target.startsWith('/') ? 'should be a relative link' : undefined;
  }
  const [address = '', anchor] = target.split('#');
  const named = decodeURIComponent(address);
  const path = named === '' ? page : posix.join(posix.dirname(page), named);
  if (!paths.has(path)) return 'is no file';
  if (anchor === undefined) return undefined;
  return path.endsWith('.md') && listAnchors(read(path)).has(decodeURIComponent(anchor))
    ? undefined
    : 'is no section';
}

/** A link by a name, such as `[text][name]`, is text as long as the page does not say where the name leads. */
const UNDEFINED = /\[[^\]]+\]\[[^\]]*\]/g;

/**
 * Follows the links of a page to other files beside it, and to their sections.
 *
 * @param page its path
 * @returns what is wrong, a sentence for each link
 */
export function findDeadLinks(page: string, files: Files): string[] {
  const tokens = readTokens(files.read(page));
  const dead = tokens.flatMap(readLinks).flatMap((link) => {
    const fault = findFault(page, link, files);
    return fault === undefined ? [] : [`${page}: ${link.target} ${fault}.`];
  });
  const texts = tokens.filter(({ type }) => type === 'text').map(({ content }) => content);
  const unnamed = texts.flatMap((text) => text.match(UNDEFINED) ?? []);
  return [...dead, ...unnamed.map((name) => `${page}: ${name} leads nowhere.`)];
}

/**
 * Where npm's page of a package leads a link of the README: it opens what is relative in the repository at GitHub, at the
 * newest commit.
 */
function toPublicAddress({ target, isPicture }: Link, repositoryUrl: string): string {
  const repository = repositoryUrl.replace(/^git\+/, '').replace(/\.git$/, '');
  return new URL(target, `${repository}/${isPicture ? 'raw' : 'blob'}/HEAD/`).href;
}

/**
 * Opens each link of the README from npm's page.
 *
 * @param open resolves to the status that an address answers with
 * @returns what is wrong, a sentence for each link
 */
export async function findUnopened(
  readme: string,
  repositoryUrl: string,
  open: (address: string) => Promise<number>,
): Promise<string[]> {
  const outside = listLinks(readme).filter(({ target }) => !target.startsWith('#'));
  const addresses = new Set(outside.map((link) => toPublicAddress(link, repositoryUrl)));
  const complaints = await Promise.all(
    [...addresses].map(async (address) => {
      const status = await open(address).catch((error: Error) => error.message);
      return status === 200 ? [] : [`${address} can't be opened: ${status}.`];
    }),
  );
  return complaints.flat();
}
