import { screens } from '@aangan/contract/screens.ts';
import { staffModules as m } from './modules.ts';

export const staffScreens = screens('staff', 'Staff', {
  '/staff/details': { title: 'Staff', module: m.Staff },
  '/staff/documents/upload': { title: 'Staff documents', module: [m.Staff, m.staffApprove], write: true },
  '/staff/edit/{staffId}': { title: 'Edit staff', module: m.Staff, write: true },
});
