import { modules } from '@aangan/contract/area.ts';

/** Module names of the academics area that its present screens use (areas/README §5.1). */
export const academicsModules = modules({
  class: { title: 'Classes' },
  classGroup: { title: 'Class groups' },
  academicCalendar: { title: 'Academic calendar' },
  Terms: { title: 'Terms' },
  allSections: { title: 'All sections' },
});
