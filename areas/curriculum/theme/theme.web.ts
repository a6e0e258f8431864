import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { themeAndSkill } from './theme-and-skill.record.ts';

export const themeLoads = recordLoads(themeAndSkill, {
  form: () => import('./theme-form.tsx').then((s) => s.ThemeForm),
});
