type DraftFields = Readonly<Record<string, string>>;

/** What was typed into a form and not sent yet, by the form's name, so that it is there again when its order is. */
const drafts = new Map<string, DraftFields>();

export function recallDraft(name: string): DraftFields {
  return drafts.get(name) ?? {};
}

export function keepDraft(name: string, fields: DraftFields): void {
  if (Object.values(fields).some((text) => text !== '')) drafts.set(name, fields);
  else drafts.delete(name);
}

/** Forgets all drafts: after a reset, the same name can be another text's. */
export function forgetDrafts(): void {
  drafts.clear();
}
