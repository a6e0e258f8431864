import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { teacherModule } from './teacher-module.record.ts';

export const moduleLoads = recordLoads(teacherModule, {
  list: () => import('./module-list.tsx').then((s) => s.ModuleList),
  form: () => import('./module-form.tsx').then((s) => s.ModuleForm),
});
