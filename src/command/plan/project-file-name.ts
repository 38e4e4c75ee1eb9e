/** The name of the project file. */
export const PROJECT_FILE = 'translation-requester.json';
