import { communicationModules as m } from '../modules.ts';

export const templateScreens = {
  '/communications/templates': { title: 'Templates', module: m.communicationTemplates },
  '/communications/templates/create': {
    title: 'Create template',
    module: m.communicationTemplates,
    write: true,
  },
  '/communications/templates/edit/{templateId?}': {
    title: 'Edit template',
    module: m.communicationTemplates,
    write: true,
  },
} as const;
