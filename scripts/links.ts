/** The address where the repository shows the files of a version, by the version's tag. */
export function makePagesUrl(repositoryUrl: string, version: string): string {
  const address = repositoryUrl.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${address}/blob/v${version}/`;
}

/** The address of the files themselves, such as pictures: `pages` shows each on a page of the repository. */
export const toRawUrl = (pages: string): string => pages.replace('/blob/', '/raw/');

/** The parts of a page outside of code, each given to `change`. */
function changeOutsideCode(markdown: string, change: (part: string) => string): string {
  const parts = markdown.split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m);
  return parts.map((part, at) => (at % 2 === 1 ? part : change(part))).join('');
}

/** The beginning of a link or a picture in Markdown, or of the address of a picture in HTML, and the address. */
const LINK = /((?:!\[[^\]]*)?\]\(|<img src=")([^)"\s]+)/g;

const isRelative = (target: string): boolean => !/^(#|[a-z][a-z+.-]*:)/i.test(target);

/**
 * Makes the relative links of a Markdown page absolute, so that they also work outside of the repository. Code is not
 * changed.
 *
 * @param path the path of the page in the repository
 * @param pages the address that paths of the repository are relative to
 */
export function withAbsoluteLinks(markdown: string, path: string, pages: string): string {
  return changeOutsideCode(markdown, (part) =>
    part.replaceAll(LINK, (all, start: string, target: string) => {
      if (!isRelative(target)) return all;
      const isPicture = start.startsWith('!') || start.startsWith('<');
      return `${start}${new URL(target, new URL(path, isPicture ? toRawUrl(pages) : pages))}`;
    }),
  );
}

/** Where the links and pictures of a page lead, each once. */
export function listLinks(markdown: string): string[] {
  const targets = new Set<string>();
  changeOutsideCode(markdown, (part) => {
    for (const [, , target = ''] of part.matchAll(LINK)) targets.add(target);
    return part;
  });
  return [...targets];
}

/**
 * Opens each link of a packed page. One that is not absolute leads nowhere on the pages of a registry, but for those to a
 * section of the page itself.
 *
 * @param open resolves to the status that an address answers with
 * @returns what is wrong, a sentence for each link
 */
export async function findBrokenLinks(
  markdown: string,
  open: (address: string) => Promise<number>,
): Promise<string[]> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => makeAnchor(heading));
  const checkLink = async (target: string): Promise<string | undefined> => {
    if (target.startsWith('#'))
      return headings.includes(target.slice(1)) ? undefined : `${target} is no section of the page.`;
    if (isRelative(target)) return `${target} is not absolute.`;
    const status = await open(target).catch((error: Error) => error.message);
    return status === 200 ? undefined : `${target} can't be opened: ${status}.`;
  };
  const complaints = await Promise.all(listLinks(markdown).map(checkLink));
  return complaints.filter((complaint) => complaint !== undefined);
}

/** The anchor of a heading in a page, as GitHub and most readers make it. */
export const makeAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
