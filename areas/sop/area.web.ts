import { loadScreens } from '@aangan/web/screens.ts';
import { sopScreens } from './screens.ts';

export const sopWeb = loadScreens(sopScreens, {
  '/sop/sop-home': () => import('./reader/sop-home.tsx').then((m) => m.SopHome),
  '/sop/folder/{folderId}': () => import('./reader/sop-folder.tsx').then((m) => m.SopFolder),
  '/sop/add-roles': () => import('./duty/duty-matrix.tsx').then((m) => m.DutyMatrix),
  '/sop/manage-sops': () => import('./library/manage-sops.tsx').then((m) => m.ManageSops),
  '/sop/edit-section/{id}': () => import('./version/edit-section.tsx').then((m) => m.EditSection),
  '/sop/enquiry-uniform-indent': () => import('./uniform/enquiry-indent.tsx').then((m) => m.EnquiryIndent),
});
