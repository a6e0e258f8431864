import { serveSettings } from '@aangan/server/settings/serve-settings.ts';
import { serviceRules } from './services.settings.ts';

export const handlers = serveSettings(serviceRules);
