// Generated from requester-v1.yaml by generate.ts. Do not edit.
export interface paths {
    "/api/v1/my": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account */
        get: operations["account.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations of the account */
        get: operations["organizations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the questions of the account */
        get: operations["questions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an organization */
        post: operations["organizations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read an organization */
        get: operations["organizations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the language pairs */
        get: operations["languages.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description The token travels in the query string. The service names no limit of the file's size.
         */
        post: operations["files.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read a file's record */
        get: operations["files.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order a project
         * @description Costs points. The service does not say what it answers when there are too few.
         */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a project order and learn its price
         * @description Nothing is registered.
         */
        post: operations["projects.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read a project */
        get: operations["projects.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        /** Read a question */
        get: operations["questions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a question
         * @description Possible while `cancelable` is true. The request has no body; the token travels in the query string.
         *     The service does not say what it answers for a question in another state.
         */
        put: operations["questions.cancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        /** List the comments on a question */
        get: operations["comments.list"];
        put?: never;
        /** Comment on a question */
        post: operations["comments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read a comment */
        get: operations["comments.get"];
        /** Change a comment */
        put: operations["comments.update"];
        post?: never;
        /**
         * Remove a comment
         * @description The answer carries the removed comment.
         */
        delete: operations["comments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        /** List the revisions of a translation */
        get: operations["revisions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/revisions/latest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        /**
         * Read the newest revision
         * @description The service does not say what it answers for a question without a revision.
         */
        get: operations["revisions.latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/revisions/{revision_number}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The number of the revision, from 1. */
                revision_number: components["parameters"]["revision_number"];
            };
            cookie?: never;
        };
        /** Read a revision */
        get: operations["revisions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{question_id}/revisions/{revision_number}/file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The number of the revision, from 1. */
                revision_number: components["parameters"]["revision_number"];
            };
            cookie?: never;
        };
        /**
         * Download the translated file of a revision
         * @description The address that `download_url` of a revision names. The service describes neither request nor answer; the
         *     token is sent as for every other GET.
         */
        get: operations["revisions.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order a simple question
         * @description Costs points. The service does not say what it answers when there are too few.
         */
        post: operations["simple.questions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/questions/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a simple question and learn its price
         * @description Nothing is created.
         */
        post: operations["simple.questions.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/questions/{question_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        /** Read a simple question */
        get: operations["simple.questions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/questions/{question_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a simple question
         * @description Possible while `cancelable` is true. The request becomes a draft. It has no body; the token travels in the
         *     query string. The service does not say what it answers for a question in another state.
         */
        put: operations["simple.questions.cancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/translations/{translation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        /** Read a simple translation */
        get: operations["simple.translations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/translations/{translation_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Reject a simple translation
         * @description The service does not say what becomes of the states, nor what it answers to too short a reason.
         */
        put: operations["simple.translations.reject"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/translations/{translation_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        /**
         * List the comments on a simple translation
         * @description Not a paged listing.
         */
        get: operations["simple.translations.comments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/simple/translations/{translation_id}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read a comment on a simple translation
         * @description The service does not describe the answer.
         */
        get: operations["simple.translations.comments.get"];
        put?: never;
        /**
         * Comment on a simple translation
         * @description The service does not describe the request, the answer or the meaning of the last path segment. Which success
         *     status it answers is not known either, so both are described.
         */
        post: operations["simple.translations.comments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/application_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the application's events */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/my/application_events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Read an event */
        get: operations["events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask the user for authorization
         * @description Opened in a browser, where the user is logged in and chooses to authorize or deny.
         */
        get: operations["oauth.authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange an authorization code for an access token */
        post: operations["oauth.token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description ISO 8601 with milliseconds and a numeric offset.
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description ISO 8601 with milliseconds and a numeric offset, or null.
         */
        TimestampOrNull: string | null;
        /** @description A language code. */
        LanguageId: string;
        /**
         * @description 0 = no, 1 = yes.
         * @enum {integer}
         */
        Flag: 0 | 1;
        /** @description A text of the caller's own, at most 255 characters. */
        CustomField: string;
        /** @description The text that the order gave, or null. */
        CustomFieldOrNull: string | null;
        /**
         * @description 0 pending, 3 cancelled, 4 completed. Seen: 1 listing, 2 translating, 5 expired, 6 feedback (becomes 4 by
         *     itself 24 hours after the submission). Others can come.
         */
        QuestionStatus: 0 | 1 | 2 | 3 | 4 | 5 | 6 | (number & {});
        /**
         * @description 0 Pending, 1 In Progress, 4 Completed, 8 Translated, 9 Some Expired. Seen: 5 all expired; 2 and 7 belong to a
         *     retired kind. Others can come.
         */
        SimpleQuestionStatus: 0 | 1 | 2 | 4 | 5 | 7 | 8 | 9 | (number & {});
        /**
         * @description 1 right after the upload, 2 after analysis. Seen: 96 no characters found, 97 system error, 98 undetectable or
         *     broken character encoding, 99 unsupported file. Others can come.
         */
        FileStatus: 1 | 2 | 96 | 97 | 98 | 99 | (number & {});
        /** @description Values seen are listed; others can come. */
        FileType: 'pptx' | 'html_text' | 'string' | (string & {});
        /** @description 0 = public, 2 = private. */
        PublishedScope: 0 | 2 | (number & {});
        /** @description 0 = text, 1 = HTML. */
        TextFormat: 0 | 1 | (number & {});
        /**
         * @description 1 is a comment by a requester; 10, 13 and 14 come with an empty body, and the service does not say what they
         *     mean.
         */
        CommentType: 1 | 10 | 13 | 14 | (number & {});
        /** @description A type of an event that is none of the known ones. Compare it as a string: `const type: string = event.type`. */
        OtherEventType: '(not a known type)' & {
            readonly excluded: true;
        };
        /**
         * @description `id_desc`: newest first; `id_asc`: oldest first.
         * @default id_desc
         * @enum {string}
         */
        EventOrder: "id_desc" | "id_asc";
        /** @description An organization (also called a group); it holds a balance of points. */
        Organization: {
            id: number;
            name: string;
            /** @description The service does not say what this number means. */
            plan_id: number;
            /** @description The owner. */
            user_id: number;
            /** @description 1 = the owner's default organization. */
            default: components["schemas"]["Flag"];
            description: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The address of the organization in the API. */
            url: string;
            /** @description The address of the organization on the web. */
            html_url: string;
            /** @description A balance. Seen: the total of the organization. */
            point: number;
            /** @description A balance. Seen: what the caller can spend. */
            available_point: number;
            /** @description Seen in some answers. */
            available_plan_id?: number | null;
            /** @description Seen in some answers. */
            user?: components["schemas"]["User"];
        };
        /** @description A user as embedded in other objects. */
        User: {
            id: number;
            login: string;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            locale: string;
            picture_url: string;
            /** @description True: a translator account; false: a requester account. */
            translator: boolean;
        };
        /** @description A translator as embedded in other objects. */
        TranslatorUser: components["schemas"]["User"] & {
            /** @description Seen: null. The service does not say what else can come. */
            native_language: unknown;
            last_accessed_at: components["schemas"]["Timestamp"];
            /** @description The service does not say what the codes mean. */
            online_status: number;
            online_status_text: string;
        };
        /** @description A translator as embedded in a simple translation inside another object; the grade can be missing. */
        SimpleTranslator: components["schemas"]["TranslatorUser"] & {
            grade_text?: string;
            rate?: number;
        };
        /** @description A translator as the answer about one simple translation shows it, with the grade. */
        GradedTranslator: components["schemas"]["TranslatorUser"] & {
            grade_text: string;
            rate: number;
        };
        /** @description The account, its fields beside `success` and `message`. */
        Account: components["schemas"]["Answer"] & components["schemas"]["User"] & {
            email: string;
            default_organization_id: number;
            default_organization: components["schemas"]["Organization"];
        };
        /** @description A language. */
        Language: {
            /** @description The language code. */
            id: string;
            localized_name: string;
        };
        /**
         * @description A pair of languages that can be ordered; both can be the same. The service does not say what `point`,
         *     `extra_point` and `extra_letter` mean, nor their units.
         */
        LanguagePair: {
            /** @description The source language. */
            language_id: string;
            /** @description The target language. */
            translated_language_id: string;
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
            point: number;
            extra_point: number;
            extra_letter: number;
        };
        /** @description An uploaded file. */
        QuestionSource: {
            id: number;
            status: components["schemas"]["FileStatus"];
            user_id: number;
            /** @description Null until analysed. */
            file_type: components["schemas"]["FileType"] | null;
            /** @description Null until analysed. */
            letter_count: number | null;
            /** @description Null until analysed. Seen: the detected encoding. */
            charset: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description An order of one or more questions. */
        Project: {
            id: number;
            organization_id: number;
            user_id: number;
            /** @description In the examples the sum of `total_point` of the questions. */
            point: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            language_id: string;
            translated_language_id: string;
            individual: boolean;
            url: string;
            html_url: string;
            question_count: number;
            organization: components["schemas"]["Organization"];
            questions: components["schemas"]["Question"][];
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
        };
        /** @description The result of a check; it has no id, timestamps or addresses. */
        ProjectQuote: {
            organization_id: number;
            user_id: number;
            /** @description What the project would cost. */
            point: number;
            language_id: string;
            translated_language_id: string;
            individual: boolean;
            question_count: number;
            organization: components["schemas"]["Organization"];
            questions: components["schemas"]["QuestionQuote"][];
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
        };
        /** @description One translation request of a project. */
        Question: {
            id: number;
            project_id: number;
            /** @description The uploaded or created source. */
            question_source_id: number;
            user_id: number;
            title: string;
            letter_count: number;
            language_id: string;
            translated_language_id: string;
            status: components["schemas"]["QuestionStatus"];
            /** @description Lower-case: pending, cancelled, completed. */
            status_text: string;
            total_point: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            custom_field: components["schemas"]["CustomFieldOrNull"];
            /** @description An empty string when there is none. */
            description: string;
            ended_at: components["schemas"]["TimestampOrNull"];
            grab_expires_at: components["schemas"]["TimestampOrNull"];
            translated_at: components["schemas"]["TimestampOrNull"];
            individual: boolean;
            double_check: boolean;
            escape_text: boolean;
            url: string;
            html_url: string;
            cancelable: boolean;
            organization_id: number;
            file_type: components["schemas"]["FileType"];
        };
        /** @description A question in the result of a check. */
        QuestionQuote: {
            user_id: number;
            title: string;
            letter_count: number;
            language_id: string;
            translated_language_id: string;
            /** @description What the question would cost. */
            total_point: number;
            custom_field: components["schemas"]["CustomFieldOrNull"];
            description: string;
            individual: boolean;
            escape_text: boolean;
            organization_id: number;
        };
        /** @description A question as a single read gives it. */
        QuestionDetail: components["schemas"]["Question"] & {
            user: components["schemas"]["User"];
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
            translation: components["schemas"]["RevisionSummary"];
        };
        /** @description A question as the listing of the account gives it. */
        QuestionListItem: components["schemas"]["Question"] & {
            organization: components["schemas"]["Organization"];
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
        };
        /** @description A revision of a translation, without its text. */
        RevisionSummary: {
            /** @description 0 when no revision exists. */
            revision_number: number;
            submitted: boolean;
            download_url: string | null;
            downloadable: boolean;
            submitted_at: components["schemas"]["TimestampOrNull"];
            user_id: number | null;
            url: string | null;
            html_url: string | null;
        };
        /** @description A revision of a translation with its paragraphs. */
        Revision: components["schemas"]["RevisionSummary"] & {
            paragraphs: components["schemas"]["Paragraph"][];
        };
        /** @description One paragraph of a revision. */
        Paragraph: {
            id: number;
            paragraph_id: number;
            section_id: number;
            display_order: number;
            original_text: string;
            translated_text: string;
            updated_by: number;
            updated_at: components["schemas"]["Timestamp"];
            revision_number: number;
        };
        /** @description A comment on a question. */
        Comment: {
            id: number;
            question_id: number;
            type_id: components["schemas"]["CommentType"];
            body: string;
            user_id: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            user: components["schemas"]["User"];
        };
        /** @description The fields that a simple question has wherever it appears, the id and the state aside. */
        SimpleQuestionBase: {
            description: string | null;
            user_id: number;
            parent_id: number | null;
            /** @description The service does not say what this number means. */
            type_id: number;
            translated_at: components["schemas"]["TimestampOrNull"];
            views_count: number;
            letter_count: number;
            language_id: string;
            translated_language_id: string;
            /** @description Capitalised: Pending, In Progress, Completed, Translated, Some Expired. */
            status_text: string;
            tag_text: string | null;
            first_body: string;
            native: boolean;
            translations_count: number;
            working_translations_count: number;
            individual: boolean;
            /** @description Percent. */
            progress_rate: number;
            organization_id: number;
            escape_text: boolean;
            text_format: components["schemas"]["TextFormat"];
            custom_field: components["schemas"]["CustomFieldOrNull"];
            cancelable: boolean;
            /** @description The name of the field includes the question mark. */
            "listing?": boolean;
            total_point: number;
            url: string;
            html_url: string;
            user: components["schemas"]["User"];
            language: components["schemas"]["Language"];
            translated_language: components["schemas"]["Language"];
        };
        /** @description The fields that a simple question has wherever it appears, once it has been ordered. */
        SimpleQuestionState: components["schemas"]["SimpleQuestionBase"] & {
            id: number;
            published_scope: components["schemas"]["PublishedScope"];
            expires_at: components["schemas"]["TimestampOrNull"];
            published_at: components["schemas"]["TimestampOrNull"];
            created_at: components["schemas"]["TimestampOrNull"];
            updated_at: components["schemas"]["TimestampOrNull"];
            status: components["schemas"]["SimpleQuestionStatus"];
            draft_question_id: number | null;
        };
        /** @description A request for the translation of a list of texts. */
        SimpleQuestion: components["schemas"]["SimpleQuestionState"] & {
            question_bodies: components["schemas"]["QuestionBody"][];
            organization: components["schemas"]["Organization"];
        };
        /** @description A simple question as a single read gives it, with the translations of its texts. */
        SimpleQuestionDetail: components["schemas"]["SimpleQuestionState"] & {
            question_bodies: components["schemas"]["TranslatedQuestionBody"][];
            organization: components["schemas"]["Organization"];
        };
        /** @description The result of a check; it has no id, no creation time and no bodies. */
        SimpleQuestionQuote: components["schemas"]["SimpleQuestionBase"] & {
            id: null;
            published_scope: components["schemas"]["PublishedScope"];
            expires_at: components["schemas"]["TimestampOrNull"];
            published_at: components["schemas"]["TimestampOrNull"];
            created_at: null;
            updated_at: null;
            status: components["schemas"]["SimpleQuestionStatus"];
            draft_question_id: number | null;
            organization: components["schemas"]["Organization"];
        };
        /** @description What a cancelled simple question became. */
        SimpleQuestionDraft: components["schemas"]["SimpleQuestionBase"] & {
            id: null;
            /** @constant */
            published_scope: 0;
            expires_at: null;
            published_at: null;
            created_at: components["schemas"]["TimestampOrNull"];
            updated_at: components["schemas"]["TimestampOrNull"];
            /** @constant */
            status: 0;
            /** @description The id of the draft. */
            draft_question_id: number;
            /** @description Seen: left out by some services. */
            question_bodies?: components["schemas"]["QuestionBody"][];
            organization: components["schemas"]["Organization"];
        };
        /**
         * @description A simple question as it was at the time of an event. It has no organization, and its texts are not always
         *     included.
         */
        SimpleQuestionSnapshot: components["schemas"]["SimpleQuestionState"] & {
            question_bodies?: components["schemas"]["QuestionBody"][];
        };
        /** @description A simple question as the event of its creation shows it, with its texts. */
        CreatedSimpleQuestion: components["schemas"]["SimpleQuestionState"] & {
            question_bodies: components["schemas"]["QuestionBody"][];
        };
        /** @description A simple question as the event of its end shows it, with its texts and their translations. */
        ClosedSimpleQuestion: components["schemas"]["SimpleQuestionState"] & {
            question_bodies: components["schemas"]["TranslatedQuestionBody"][];
        };
        /** @description One text of a simple question. */
        QuestionBody: {
            id: number;
            question_id: number;
            /** @description Starts at 1. */
            display_order: number;
            body: string;
            translated_at: components["schemas"]["TimestampOrNull"];
            letter_count: number;
            translations_count: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description When included; an empty list when there are none. */
            translations?: components["schemas"]["SimpleTranslation"][];
        };
        /** @description One text of a simple question with its translations. */
        TranslatedQuestionBody: components["schemas"]["QuestionBody"] & {
            /** @description An empty list when there are none. */
            translations: components["schemas"]["SimpleTranslation"][];
        };
        /** @description A translation of one text of a simple question. */
        SimpleTranslation: {
            id: number;
            question_id: number;
            question_body_id: number;
            body: string;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            user_id: number;
            trainee: boolean;
            posted_at: components["schemas"]["Timestamp"];
            comments_count: number;
            /** @description The translator, in some answers. */
            user?: components["schemas"]["SimpleTranslator"];
        };
        /** @description A simple translation as the event of its submission shows it, with its translator. */
        SubmittedTranslation: components["schemas"]["SimpleTranslation"] & {
            /** @description The translator. */
            user: components["schemas"]["SimpleTranslator"];
        };
        /** @description A simple translation as a single read gives it, with its translator and the grade. */
        SimpleTranslationDetail: components["schemas"]["SimpleTranslation"] & {
            /** @description The translator. */
            user: components["schemas"]["GradedTranslator"];
        };
        /**
         * @description The record of something that happened to an order; its `type` decides what it carries. Seen: this object is
         *     POSTed to the notification address of the application.
         */
        ApplicationEvent: components["schemas"]["KnownEvent"] | components["schemas"]["OtherEvent"];
        /** @description An event of a type that this contract knows; its `type` decides what it carries. */
        KnownEvent: components["schemas"]["SimpleQuestionCreatedEvent"] | components["schemas"]["SimpleQuestionSubmittedTranslationEvent"] | components["schemas"]["SimpleQuestionFinishedEvent"] | components["schemas"]["SimpleQuestionExpiredEvent"] | components["schemas"]["ProjectCreatedEvent"];
        /** @description A simple question was ordered. */
        SimpleQuestionCreatedEvent: components["schemas"]["EventBase"] & {
            /** @constant */
            type: "simple_question.created";
            /** @description The question as it was then, with its texts. */
            question: components["schemas"]["CreatedSimpleQuestion"];
        };
        /** @description A translator submitted a translation. */
        SimpleQuestionSubmittedTranslationEvent: components["schemas"]["EventBase"] & {
            /** @constant */
            type: "simple_question.submitted_translation";
            /** @description The question as it was then; its texts are not included. */
            question: components["schemas"]["SimpleQuestionSnapshot"];
            /** @description What was submitted, with its translator. */
            translation: components["schemas"]["SubmittedTranslation"];
        };
        /** @description Every text of a simple question is translated, and the question is closed. */
        SimpleQuestionFinishedEvent: components["schemas"]["EventBase"] & {
            /** @constant */
            type: "simple_question.finished";
            /** @description The question as it was then, with its texts and their translations. */
            question: components["schemas"]["ClosedSimpleQuestion"];
        };
        /** @description A simple question expired before all of its texts were translated. */
        SimpleQuestionExpiredEvent: components["schemas"]["EventBase"] & {
            /** @constant */
            type: "simple_question.expired";
            /** @description The question as it was then, with its texts and the translations that came in time. */
            question: components["schemas"]["ClosedSimpleQuestion"];
        };
        /** @description A project was ordered. Seen: the service promises no events about projects. */
        ProjectCreatedEvent: components["schemas"]["EventBase"] & {
            /** @constant */
            type: "project.created";
            /** @description Seen: the project with its questions. */
            project?: components["schemas"]["Project"];
        };
        /**
         * @description An event of any other type. The service does not say which other types there are, nor what they carry, so
         *     every further field is passed on as it comes.
         */
        OtherEvent: components["schemas"]["EventBase"] & ({
            type: components["schemas"]["OtherEventType"];
        } & {
            [key: string]: unknown;
        });
        /** @description What every event has. */
        EventBase: {
            id: number;
            action_user_id: number;
            application_id: number;
            organization_id: number;
            action_organization_id: number;
            created_at: components["schemas"]["Timestamp"];
            /** @description The service does not say what this number means. Seen: how often the delivery was repeated. */
            retry_count: number;
        };
        /** @description What every answer but the language pairs has. */
        Answer: {
            success: boolean;
            /** @description Not a stable text. */
            message: string;
        };
        /** @description What every page of a listing has. */
        Paging: {
            page: number;
            per_page: number;
            total_pages: number;
            total_count: number;
        };
        /** @description An answer of unknown fields. */
        OpenAnswer: {
            [key: string]: unknown;
        };
        /** @description An answer with an organization. */
        OrganizationAnswer: components["schemas"]["Answer"] & {
            organization: components["schemas"]["Organization"];
        };
        /** @description A page of organizations. */
        OrganizationPage: components["schemas"]["Answer"] & components["schemas"]["Paging"] & {
            organizations: components["schemas"]["Organization"][];
        };
        /** @description Every language pair. */
        LanguagePairsAnswer: {
            language_pairs: components["schemas"]["LanguagePair"][];
        };
        /** @description An answer with an uploaded file. */
        QuestionSourceAnswer: components["schemas"]["Answer"] & {
            question_source: components["schemas"]["QuestionSource"];
        };
        /** @description An answer with a project. */
        ProjectAnswer: components["schemas"]["Answer"] & {
            project: components["schemas"]["Project"];
        };
        /** @description The answer to a project check. */
        ProjectQuoteAnswer: components["schemas"]["Answer"] & {
            project: components["schemas"]["ProjectQuote"];
        };
        /** @description An answer with one question. */
        QuestionAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["QuestionDetail"];
        };
        /** @description The answer to a cancellation. */
        CancelledQuestionAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["Question"];
        };
        /** @description A page of questions. */
        QuestionPage: components["schemas"]["Answer"] & components["schemas"]["Paging"] & {
            questions: components["schemas"]["QuestionListItem"][];
        };
        /** @description An answer with a comment, its question and its organization. */
        CommentAnswer: components["schemas"]["Answer"] & {
            organization: components["schemas"]["Organization"];
            question: components["schemas"]["Question"];
            comment: components["schemas"]["Comment"];
        };
        /** @description A page of comments with their question and its organization. */
        CommentPage: components["schemas"]["Answer"] & components["schemas"]["Paging"] & {
            organization: components["schemas"]["Organization"];
            question: components["schemas"]["Question"];
            comments: components["schemas"]["Comment"][];
        };
        /** @description A page of revisions with their question and its organization. */
        RevisionPage: components["schemas"]["Answer"] & components["schemas"]["Paging"] & {
            organization: components["schemas"]["Organization"];
            question: components["schemas"]["Question"];
            translation_revisions: components["schemas"]["RevisionSummary"][];
        };
        /** @description An answer with a revision, its question and its organization, and perhaps the fields of a page. */
        RevisionAnswer: components["schemas"]["Answer"] & {
            page?: number;
            per_page?: number;
            total_pages?: number;
            total_count?: number;
            organization: components["schemas"]["Organization"];
            question: components["schemas"]["Question"];
            translation: components["schemas"]["Revision"];
        };
        /** @description An answer with a simple question. */
        SimpleQuestionAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["SimpleQuestion"];
        };
        /** @description An answer with a simple question and the translations of its texts. */
        SimpleQuestionDetailAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["SimpleQuestionDetail"];
        };
        /** @description The answer to a check of a simple question. */
        SimpleQuestionQuoteAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["SimpleQuestionQuote"];
        };
        /** @description The answer to a cancellation of a simple question. */
        SimpleQuestionDraftAnswer: components["schemas"]["Answer"] & {
            question: components["schemas"]["SimpleQuestionDraft"];
        };
        /** @description An answer with a simple translation, its question, body and organization. */
        SimpleTranslationAnswer: components["schemas"]["Answer"] & {
            translation: components["schemas"]["SimpleTranslationDetail"];
            question: components["schemas"]["SimpleQuestion"];
            question_body: components["schemas"]["QuestionBody"];
            organization: components["schemas"]["Organization"];
        };
        /** @description The answer to a rejection. */
        RejectionAnswer: components["schemas"]["SimpleTranslationAnswer"] & {
            reason: string;
        };
        /** @description The comments on a simple translation, with the translation, its question and its text. */
        SimpleTranslationComments: components["schemas"]["Answer"] & {
            translation: components["schemas"]["SimpleTranslation"];
            question: components["schemas"]["SimpleQuestion"];
            question_body: components["schemas"]["QuestionBody"];
            /** @description The service does not say what this looks like when there are comments. */
            comments?: unknown;
        };
        /** @description An answer with an event. */
        EventAnswer: components["schemas"]["Answer"] & {
            event: components["schemas"]["ApplicationEvent"];
        };
        /** @description A page of events. */
        EventPage: components["schemas"]["Answer"] & components["schemas"]["Paging"] & {
            events: components["schemas"]["ApplicationEvent"][];
        };
        /** @description An access token. */
        TokenAnswer: {
            /** @description 64 characters. */
            access_token: string;
            /** @description `bearer`. */
            token_type: string;
            /** @description Null: the token does not expire. */
            expires_in?: number | null;
            /** @description Null: none is issued. */
            refresh_token?: string | null;
            /** @description An empty string. */
            scope?: string | null;
        };
        /** @description The body of a 401. */
        AuthenticationFailure: {
            /** @constant */
            success: false;
            /** @constant */
            message: "Requires authentication";
            /** @constant */
            error_code: 401;
        };
        /** @description The body of the 403 for a request that is not JSON. */
        MalformedRequestFailure: {
            /** @description Seen: `Problems parsing JSON`. */
            message: string;
        };
        /** @description The body of a 404. */
        NotFoundFailure: {
            /** @constant */
            success: false;
            /** @constant */
            message: "Page not Found";
            /** @constant */
            error_code: 404;
        };
        /** @description The body of a 422. */
        ValidationFailure: {
            /** @constant */
            message: "Validation Fail";
            /** @description Seen: 201. */
            error_code: number;
            /** @constant */
            success: false;
            /** @description A text for each wrong field. Texts seen: can't be blank, is invalid. */
            errors: {
                [key: string]: string;
            };
        };
        /** @description The body of any other failure; the service promises none of its fields. */
        OtherFailure: {
            success?: boolean;
            message?: string;
            error_code?: number;
        };
        /** @description Seen: the standard error body of OAuth 2.0. */
        TokenFailure: {
            error: string;
            error_description?: string;
        };
        /** @description An order of a project with its token, as a request carries it. */
        ProjectOrderRequest: components["schemas"]["ProjectOrder"] & components["schemas"]["BodyToken"];
        /** @description An order of a simple question with its token, as a request carries it. */
        SimpleQuestionOrderRequest: components["schemas"]["SimpleQuestionOrder"] & components["schemas"]["BodyToken"];
        /** @description A comment with its token, as a request carries it. */
        CommentRequest: components["schemas"]["CommentInput"] & components["schemas"]["BodyToken"];
        /** @description A new organization with its token, as a request carries it. */
        OrganizationRequest: components["schemas"]["OrganizationInput"] & components["schemas"]["BodyToken"];
        /** @description A rejection with its token, as a request carries it. */
        RejectionRequest: components["schemas"]["Rejection"] & components["schemas"]["BodyToken"];
        /** @description A request of unknown fields with its token. */
        OpenRequest: {
            [key: string]: unknown;
        } & components["schemas"]["BodyToken"];
        /** @description The access token in the body of a JSON or form request. */
        BodyToken: {
            access_token: string;
        };
        /** @description A new organization. Seen: the name is required. */
        OrganizationInput: {
            name: string;
            description?: string;
        };
        /** @description An upload. */
        FileUpload: {
            /** @description The file; its name ends in .txt, .docx, .xlsx or .pptx. */
            file: string;
        };
        /** @description An order of a project, or its check. */
        ProjectOrder: {
            /** @description Required by the service's reference, yet left out in its examples. */
            organization_id?: number;
            /** @description The source language. */
            language_id: components["schemas"]["LanguageId"];
            /** @description The target language. */
            translated_language_id: components["schemas"]["LanguageId"];
            /** @description The premium option. */
            individual?: components["schemas"]["Flag"];
            /** @description Only translators in these lists may take the request; effective when `individual` is 1. */
            translator_list_ids?: number[];
            /** @description The service names no maximum number. */
            questions: components["schemas"]["ProjectOrderQuestion"][];
        };
        /** @description One request of a project order; its `type` decides what it carries. */
        ProjectOrderQuestion: components["schemas"]["ProjectOrderText"] | components["schemas"]["ProjectOrderHtml"] | components["schemas"]["ProjectOrderFile"];
        /** @description A text to be translated. */
        ProjectOrderText: {
            /** @constant */
            type: "string";
            /** @description The text to translate. */
            body: string;
            /** @description The service does not say whether a text can have one. */
            source_id?: number;
            /** @description If empty: the beginning of the text. */
            title?: string;
            /** @description Supplementary instructions for translators. */
            description?: string;
            /** @description Text inside triple braces is not translated. */
            escape_text?: components["schemas"]["Flag"];
            /** @description The double-check option. */
            double_check?: components["schemas"]["Flag"];
            custom_field?: components["schemas"]["CustomField"];
            /** @description The premium option. */
            individual?: components["schemas"]["Flag"];
        };
        /** @description An HTML text to be translated. */
        ProjectOrderHtml: {
            /** @constant */
            type: "text_html";
            /** @description The HTML text to translate. */
            body: string;
            /** @description If empty: the beginning of the text. */
            title?: string;
            /** @description Supplementary instructions for translators. */
            description?: string;
            /** @description Text inside triple braces is not translated. */
            escape_text?: components["schemas"]["Flag"];
            /** @description The double-check option. */
            double_check?: components["schemas"]["Flag"];
            custom_field?: components["schemas"]["CustomField"];
            /** @description The premium option. */
            individual?: components["schemas"]["Flag"];
        };
        /**
         * @description An uploaded file to be translated. One reference text puts `source_id` with type `string`, the other with
         *     `file`; the example uses it with `file`.
         */
        ProjectOrderFile: {
            /** @enum {string} */
            type: "file" | "string";
            /** @description The id of the uploaded file. */
            source_id: number;
            /** @description A file has no text. */
            body?: null;
            /** @description If empty: the name of the file. */
            title?: string;
            /** @description Supplementary instructions for translators. */
            description?: string;
            /** @description Text inside triple braces is not translated. */
            escape_text?: components["schemas"]["Flag"];
            /** @description The double-check option. */
            double_check?: components["schemas"]["Flag"];
            custom_field?: components["schemas"]["CustomField"];
            /** @description The premium option. */
            individual?: components["schemas"]["Flag"];
        };
        /**
         * @description An order of a simple question, or its check. The service does not say which fields are required; the ones that
         *     are required here are those that it reports for an empty request.
         */
        SimpleQuestionOrder: {
            organization_id?: number;
            /** @description The source language. */
            language_id: components["schemas"]["LanguageId"];
            /** @description The target language. */
            translated_language_id: components["schemas"]["LanguageId"];
            /** @description Extra instructions for translators. */
            description?: string;
            /**
             * @description 0 = public, 2 = private.
             * @enum {integer}
             */
            published_scope?: 0 | 2;
            /** @description Text inside triple braces is not translated. */
            escape_text?: components["schemas"]["Flag"];
            /**
             * @description 0 = text, 1 = HTML.
             * @default 0
             * @enum {integer}
             */
            text_format?: 0 | 1;
            custom_field?: components["schemas"]["CustomField"];
            /** @description The texts. The service names no maximum number or length. */
            question_bodies: components["schemas"]["SimpleQuestionOrderBody"][];
            /** @description The service does not say what this option means. */
            native?: components["schemas"]["Flag"];
        };
        /** @description One text of an order. */
        SimpleQuestionOrderBody: {
            /** @description The text to translate. */
            body: string;
        };
        /** @description The text of a comment. */
        CommentInput: {
            body: string;
        };
        /** @description Why a simple translation is rejected. */
        Rejection: {
            reason: string;
        };
        /** @description The exchange of an authorization code. */
        TokenRequest: {
            /** @description The application id. */
            client_id: string;
            /** @description The secret of the application. */
            client_secret: string;
            /** @description The registered callback URL. */
            redirect_uri: string;
            /** @constant */
            grant_type: "authorization_code";
            /** @description The code that came with the redirect. */
            code: string;
        };
    };
    responses: {
        /** @description The comment with the question and its organization. */
        Comment: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CommentAnswer"];
            };
        };
        /** @description The revision with its paragraphs, the question and its organization. */
        Revision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RevisionAnswer"];
            };
        };
        /** @description A JSON object of unknown fields. */
        NotShown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OpenAnswer"];
            };
        };
        /** @description No valid authentication. */
        AuthenticationFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthenticationFailure"];
            };
        };
        /**
         * @description The JSON body cannot be parsed. The service does not say what it answers to an account that may not carry out
         *     the operation.
         */
        MalformedRequestFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestFailure"];
            };
        };
        /** @description No such resource or path. */
        NotFoundFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundFailure"];
            };
        };
        /** @description Incorrect data in the request. */
        ValidationFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description Any other failure, a 4xx or 5xx status with a JSON body of unknown fields. */
        OtherFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OtherFailure"];
            };
        };
    };
    parameters: {
        /** @description The page to read, from 1. */
        page: number;
        /** @description Entries per page. */
        per_page: number;
        /** @description The identifier of the resource. */
        id: number;
        /** @description The identifier of the question. */
        question_id: number;
        /** @description The number of the revision, from 1. */
        revision_number: number;
        /** @description The identifier of the simple translation. */
        translation_id: number;
    };
    requestBodies: {
        ProjectOrder: {
            content: {
                "application/json": components["schemas"]["ProjectOrderRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["ProjectOrderRequest"];
            };
        };
        SimpleQuestionOrder: {
            content: {
                "application/json": components["schemas"]["SimpleQuestionOrderRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["SimpleQuestionOrderRequest"];
            };
        };
        CommentInput: {
            content: {
                "application/json": components["schemas"]["CommentRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["CommentRequest"];
            };
        };
    };
    headers: {
        /** @description The address of the new resource. Its host can differ from the one that was called. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, its fields at the top level. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "organizations.list": {
        parameters: {
            query?: {
                /** @description The page to read, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries per page. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPage"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "questions.list": {
        parameters: {
            query?: {
                /** @description The page to read, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries per page. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of questions, each with its organization and languages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionPage"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "organizations.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["OrganizationRequest"];
            };
        };
        responses: {
            /** @description The new organization. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "organizations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "languages.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every language pair, without `success` and `message`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguagePairsAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "files.upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description The uploaded file, in status 1, not analysed yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSourceAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "files.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file's record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSourceAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ProjectOrder"];
        responses: {
            /** @description The new project with its questions. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "projects.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ProjectOrder"];
        responses: {
            /** @description What the project would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectQuoteAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "projects.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project with its questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "questions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question with its user, languages and newest revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "questions.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question in status 3 (cancelled). No embedded objects are promised here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledQuestionAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "comments.list": {
        parameters: {
            query?: {
                /** @description The page to read, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries per page. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of comments with the question and its organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "comments.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CommentInput"];
        responses: {
            /** @description The new comment with the question and its organization. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            404: components["responses"]["NotFoundFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "comments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comment"];
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "comments.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CommentInput"];
        responses: {
            200: components["responses"]["Comment"];
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            404: components["responses"]["NotFoundFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "comments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Comment"];
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "revisions.list": {
        parameters: {
            query?: {
                /** @description The page to read, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries per page. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of revisions with the question and its organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "revisions.latest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Revision"];
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "revisions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The number of the revision, from 1. */
                revision_number: components["parameters"]["revision_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Revision"];
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "revisions.download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
                /** @description The number of the revision, from 1. */
                revision_number: components["parameters"]["revision_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, of any media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.questions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SimpleQuestionOrder"];
        responses: {
            /** @description The new simple question, in status 0. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleQuestionAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.questions.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SimpleQuestionOrder"];
        responses: {
            /** @description What the simple question would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleQuestionQuoteAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.questions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The simple question, its texts and their translations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleQuestionDetailAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.questions.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the question. */
                question_id: components["parameters"]["question_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft that the request became. */
            200: {
                headers: {
                    /** @description The address of the draft. Its host can differ from the one that was called. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleQuestionDraftAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.translations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The translation with its translator, question, body and organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleTranslationAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.translations.reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectionRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["RejectionRequest"];
            };
        };
        responses: {
            /** @description The reason, with the translation, its question, body and organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectionAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            404: components["responses"]["NotFoundFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.translations.comments.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments, with what they are about. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimpleTranslationComments"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.translations.comments.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["NotShown"];
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "simple.translations.comments.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the simple translation. */
                translation_id: components["parameters"]["translation_id"];
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["OpenRequest"];
            };
        };
        responses: {
            200: components["responses"]["NotShown"];
            201: components["responses"]["NotShown"];
            401: components["responses"]["AuthenticationFailure"];
            403: components["responses"]["MalformedRequestFailure"];
            404: components["responses"]["NotFoundFailure"];
            422: components["responses"]["ValidationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description The page to read, from 1. */
                page?: components["parameters"]["page"];
                /** @description Entries per page. */
                per_page?: components["parameters"]["per_page"];
                /**
                 * @description The ordering: `id_desc` (default) or `id_asc`. The service does not name this parameter. Seen: it is
                 *     `order`.
                 */
                order?: components["schemas"]["EventOrder"];
                /**
                 * @description Seen: limits the listing to events after a point. The service does not say whether the integer is the id
                 *     of an event or a time.
                 */
                since?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the resource. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            401: components["responses"]["AuthenticationFailure"];
            404: components["responses"]["NotFoundFailure"];
            default: components["responses"]["OtherFailure"];
        };
    };
    "oauth.authorize": {
        parameters: {
            query: {
                /** @description Always `code`. */
                response_type: "code";
                /** @description The application id. */
                client_id: string;
                /** @description The registered callback URL. */
                redirect_uri: string;
                /** @description A value that comes back unchanged with the redirect, as in standard OAuth 2.0. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page with the choice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Back to the callback URL, with `code` (64 characters) when the user authorized. */
            302: {
                headers: {
                    /** @description The callback URL with the query parameter `code`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The answer to a wrong request, of any form. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "oauth.token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The access token. It does not expire, and there is no refresh token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            /** @description A refusal. Seen: the standard error body of OAuth 2.0. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
        };
    };
}
