import { openModules } from '@aangan/contract/endpoint.ts';
import { trainingModules as m } from '../modules.ts';

export const onlineClassScreens = {
  '/online-class/list': { title: 'Online classes', module: m.onlineClass },
  '/online-class/schedule-class': { title: 'Schedule class', module: m.onlineClass, write: true },
  '/online-class/my-classes': { title: 'My online classes', module: m.myClasses },
  '/online-class/my-classes/list': { title: 'Online class history', module: m.myClasses },
  '/online-class/join/{referenceID}': { title: 'Online class', module: [m.myClasses, m.onlineClass] },
  '/online-class/{referenceID}': { title: 'Online class', module: openModules.anyone },
} as const;
