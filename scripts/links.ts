/** The address where the repository shows the files of a version, by the version's tag. */
export function pagesOf(repositoryUrl: string, version: string): string {
  const address = repositoryUrl.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${address}/blob/v${version}/`;
}

/**
 * Makes the relative links of a Markdown page absolute, so that they also work outside of the repository. Code is not
 * changed.
 *
 * @param path the path of the page in the repository
 * @param pages the address that paths of the repository are relative to
 */
export function withAbsoluteLinks(markdown: string, path: string, pages: string): string {
  const base = new URL(path, pages);
  const parts = markdown.split(/(^```[\s\S]*?^```$|`[^`\n]*`)/m);
  const linked = parts.map((part, at) =>
    at % 2 === 1
      ? part
      : part.replace(
          /\]\((?!#|[a-z][a-z+.-]*:)([^)\s]+)\)/gi,
          (_, target: string) => `](${new URL(target, base)})`,
        ),
  );
  return linked.join('');
}
