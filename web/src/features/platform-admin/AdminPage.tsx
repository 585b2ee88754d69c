export { AdminPage } from '../../layout/AdminPage.tsx';
