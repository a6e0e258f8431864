import { modules } from '@aangan/contract/area.ts';

/** Read and teach; write plans; videos; approve, publish and open weeks; adherence of all centres (areas/curriculum.md 1). */
export const curriculumModules = modules({
  Curriculum: { title: 'Curriculum' },
  curriculumCMS: { title: 'Curriculum CMS' },
  recordedVideo: { title: 'Recorded video' },
  CurriculumApproval: { title: 'Curriculum approval' },
  CurriculumReports: { title: 'Curriculum reports' },
  publicVideo: { title: 'Video by link', publicOnly: true },
});
