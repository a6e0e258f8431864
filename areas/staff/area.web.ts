import { screen, screens } from '@aangan/web/screens.ts';

export const staffScreens = screens('staff', 'Staff', [
  screen({
    path: '/staff/details',
    title: 'Staff',
    module: 'Staff',
    load: () => import('./staff/staff-screen.tsx').then((m) => m.StaffScreen),
  }),
  screen({
    path: '/staff/edit/{staffId}',
    title: 'Edit staff',
    module: 'Staff',
    write: true,
    load: () => import('./staff/staff-form.tsx').then((m) => m.StaffForm),
  }),
]);
