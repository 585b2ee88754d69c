/** As the contract has them; a test keeps them equal, for only its types come to the browser. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES_PER_PAPER = 10;
