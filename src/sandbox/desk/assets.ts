/** What a served sandbox shows. Built from ../desk/ and the contract: desk/build.ts takes the place of this file. */
export const assets = { page: '', style: '', script: '', contract: '', contractPage: '', control: '' };
