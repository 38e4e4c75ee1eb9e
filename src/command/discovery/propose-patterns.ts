import { findLanguage } from '../plan/language-map.js';
import type { ProjectFile, ProjectSource } from '../plan/project-file.js';
import { listMatches } from '../plan/source-entries.js';

/** So many files that differ in one name alone are a rule, and the next one will follow it. */
const MIN_FILES = 3;

/**
 * Puts a pattern in the place of files whose paths differ in one name, such as `locales/en/*.json`, and whose settings do not differ. Only
 * where it finds these files and no others.
 */
export async function withPatterns(project: ProjectFile, folder: string): Promise<ProjectFile> {
  const { from, languages, files: listed = [] } = project;
  if (from === undefined) return project;
  let files = listed;
  for (const [pattern, members] of listCandidates(listed)) {
    if (!members.every((member) => files.includes(member))) continue;
    const found = await listMatches(pattern, folder, findLanguage(languages, from).inFiles);
    const sources = members.map(({ source }) => source).toSorted();
    if (JSON.stringify(found) !== JSON.stringify(sources)) continue;
    const [first] = members;
    files = files.flatMap((file) => {
      if (file === first) return { ...file, source: pattern };
      return members.includes(file) ? [] : file;
    });
  }
  return { ...project, files };
}

/** Lists the patterns with one star that several files fit, those with the most files first. */
function listCandidates(
  files: readonly ProjectSource[],
): readonly (readonly [pattern: string, members: readonly ProjectSource[]])[] {
  const found = new Map<string, { readonly pattern: string; readonly members: ProjectSource[] }>();
  for (const file of files) {
    const { source, target, ...settings } = file;
    if (target !== undefined) continue;
    for (const pattern of listPatterns(source)) {
      const key = JSON.stringify([pattern, settings]);
      const candidate = found.get(key) ?? { pattern, members: [] };
      candidate.members.push(file);
      found.set(key, candidate);
    }
  }
  return [...found.values()]
    .filter(({ members }) => members.length >= MIN_FILES)
    .toSorted((a, b) => b.members.length - a.members.length)
    .map(({ pattern, members }) => [pattern, members]);
}

/** A path with a star in the place of each of its names. */
function listPatterns(path: string): readonly string[] {
  const names = path.split('/');
  return names.map((name, at) => {
    const isFile = at === names.length - 1 && name.includes('.');
    return names.with(at, isFile ? `*${name.slice(name.indexOf('.'))}` : '*').join('/');
  });
}
