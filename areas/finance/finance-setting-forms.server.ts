import { serveSettings } from '@aangan/server/settings/serve-settings.ts';
import { financeSettingForms } from './finance-setting-forms.ts';

export const handlers = financeSettingForms.flatMap((form) => serveSettings(form));
