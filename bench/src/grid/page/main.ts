import { mountSampleGrid } from '../../../../web/src/testing/sample-grid-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element #root');
mountSampleGrid(root, new URL(location.href));
