/** What the tracker is given: one chunk, fetched once the page is quiet. */
export { FilesPart } from './FilesPart.tsx';
export { FilesViewer } from './FilesViewer.tsx';
