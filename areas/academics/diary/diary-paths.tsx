import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import type { DiaryKind } from './diary-kinds.ts';

/** Where the entries of a kind are listed, written and shown. */
export interface DiaryPaths {
  list: string;
  add: () => string;
  edit: (id: string) => string;
  view: (id: string) => string;
}

export const diaryPaths: Readonly<Record<DiaryKind, DiaryPaths>> = {
  GENERAL: {
    list: '/generaldiary/general-diary-list',
    add: () => `/generaldiary/add-generaldiary/${todayIst(serverNow())}`,
    edit: (id) => `/generaldiary/edit-generaldiary/${id}`,
    view: (id) => `/generaldiary/view-generaldiary/${id}`,
  },
  SUBJECT: {
    list: '/subjectdiary/subject-diary-list',
    add: () => '/subjectdiary/add-subjectdiary',
    edit: (id) => `/subjectdiary/edit-subjectdiary/${id}`,
    view: (id) => `/subjectdiary/show-subjectdiary/${id}`,
  },
  // Classwork opens in a drawer over its list (areas/academics.md 4).
  CLASSWORK: {
    list: '/classWork/class-work-list',
    add: () => '/classWork/add-classwork',
    edit: (id) => `/classWork/class-work-list?classwork=${id}&edit=1`,
    view: (id) => `/classWork/class-work-list?classwork=${id}`,
  },
};
