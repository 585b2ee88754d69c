/** What the tracker is given: one chunk, fetched once the page is quiet. */
export { AllEvidence } from './AllEvidence.tsx';
export { FilesPart } from './FilesPart.tsx';
export { FilesViewer } from './FilesViewer.tsx';
