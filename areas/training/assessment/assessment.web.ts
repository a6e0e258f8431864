import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { teacherAssessment } from './teacher-assessment.record.ts';

export const assessmentLoads = recordLoads(teacherAssessment, {
  list: () => import('./assessment-list.tsx').then((s) => s.AssessmentList),
  form: () => import('./assessment-form.tsx').then((s) => s.AssessmentForm),
});
