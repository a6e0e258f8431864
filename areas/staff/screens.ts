import { screens } from '@aangan/contract/screens.ts';
import { staffModules as m } from './modules.ts';

export const staffScreens = screens('staff', 'Staff', {
  '/staff/details': { title: 'Staff', module: m.Staff },
  '/staff/edit/{staffId}': { title: 'Edit staff', module: m.Staff, write: true },
});
