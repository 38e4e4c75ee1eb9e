// What callers may give where the service takes 0 or 1: booleans too. Everything else is as in the contract.

/** 0 or 1, as the service writes it, or a boolean. @see docs/service.md, Projects */
export type FlagInput = 0 | 1 | boolean;

/** What every order can carry. */
interface Extensible {
  /**
   * Fields of the service that this client does not know, sent beside its own. A field that it does know is refused
   * here. @default none
   */
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/** What every request of a project order can carry. @see docs/service.md, Projects */
interface ProjectOrderOptions extends Extensible {
  /** The title. @default the beginning of the text, or the name of the file */
  title?: string | undefined;
  /** Supplementary instructions for translators. @default none */
  description?: string | undefined;
  /** Leaves text inside triple braces untranslated. @default the service's own */
  escape_text?: FlagInput | undefined;
  /** The double-check option. @default the service's own */
  double_check?: FlagInput | undefined;
  /** A text of the caller's own, at most 255 characters; with `once` it is the key of the order. @default none */
  custom_field?: string | undefined;
  /** The premium option. @default the service's own */
  individual?: FlagInput | undefined;
}

/** A text to be translated. @see docs/service.md, Projects */
export interface ProjectOrderTextInput extends ProjectOrderOptions {
  type: 'string';
  /** The text, not empty. */
  body: string;
  /** The service's documents leave open whether a text can have a source. @default none */
  source_id?: number | undefined;
}

/** An HTML text to be translated. @see docs/service.md, Projects */
export interface ProjectOrderHtmlInput extends ProjectOrderOptions {
  type: 'text_html';
  /** The HTML text, not empty. */
  body: string;
}

/** An uploaded file to be translated. @see docs/service.md, Projects */
export interface ProjectOrderFileInput extends ProjectOrderOptions {
  /** The service's example has `'file'`; a part of its documents has `'string'`. */
  type: 'file' | 'string';
  /** The id of the uploaded file. */
  source_id: number;
  /** A file has no text. @default absent */
  body?: null | undefined;
}

/** One request of a project order; its `type` decides what it carries. @see docs/service.md, Projects */
export type ProjectOrderQuestionInput = ProjectOrderTextInput | ProjectOrderHtmlInput | ProjectOrderFileInput;

/** An order of a project. @see docs/service.md, Projects */
export interface ProjectOrderInput extends Extensible {
  /** The organization that pays. @default the service's own; published examples leave it out */
  organization_id?: number | undefined;
  /** The source language. */
  language_id: string;
  /** The target language. */
  translated_language_id: string;
  /** The premium option. @default the service's own */
  individual?: FlagInput | undefined;
  /** Only translators in these lists may take the request; effective with `individual`. @default everyone */
  translator_list_ids?: readonly number[] | undefined;
  /** What is to be translated, at least one. */
  questions: readonly ProjectOrderQuestionInput[];
}

/** An order of a simple question. @see docs/service.md, Simple questions */
export interface SimpleQuestionOrderInput extends Extensible {
  /** The organization that pays. @default the service's own */
  organization_id?: number | undefined;
  /** The source language. */
  language_id: string;
  /** The target language. */
  translated_language_id: string;
  /** Extra instructions for translators. @default none */
  description?: string | undefined;
  /** 0 = public, 2 = private. @default the service's own */
  published_scope?: 0 | 2 | undefined;
  /** Leaves text inside triple braces untranslated. @default the service's own */
  escape_text?: FlagInput | undefined;
  /** 0 = text, 1 = HTML. @default 0 */
  text_format?: 0 | 1 | undefined;
  /** A text of the caller's own, at most 255 characters; with `once` it is the key of the order. @default none */
  custom_field?: string | undefined;
  /** The texts, at least one, none of them empty. */
  question_bodies: readonly { body: string }[];
  /** What it means is left open by the service. @default the service's own */
  native?: FlagInput | undefined;
}

/** Which page of the events listing. @see docs/service.md, Application events */
export interface EventPageQuery {
  /** The page, from 1. @default 1 */
  page?: number | undefined;
  /** Entries per page, 1 to 100. @default 30 */
  per_page?: number | undefined;
  /** Newest first or oldest first. @default 'id_desc' */
  order?: 'id_desc' | 'id_asc' | undefined;
  /** Only events after this point. Whether the service takes it as an id or as a time is unknown. @default absent */
  since?: number | undefined;
}
