/** The pages of a served sandbox. The build replaces this file with what desk/build.ts makes of the desk and the contract. */
export const assets = { page: '', style: '', script: '', contract: '' };
