import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { classGroup } from './class-group.record.ts';
import { logTopic } from './log-book/log-topic.record.ts';
import { academicsScreens } from './screens.ts';

export const academicsWeb = loadScreens(
  academicsScreens,
  {
    '/class/details': () => import('./class-details.tsx').then((m) => m.ClassDetails),
    '/class/add': () => import('./class-add.tsx').then((m) => m.ClassAdd),
    '/attendance/give-attendance': () =>
      import('./attendance/give-attendance.tsx').then((m) => m.GiveAttendance),
    '/attendance/report/{studentId}': () =>
      import('./attendance/attendance-report.tsx').then((m) => m.AttendanceReport),
    '/terms/term-details': () => import('./term/term-list.tsx').then((m) => m.TermList),
    '/terms/add-term': () => import('./term/term-form.tsx').then((m) => m.AddTerm),
    '/terms/edit-term/{termMapID}': () => import('./term/term-form.tsx').then((m) => m.EditTerm),
    '/academic-calender/creation': () => import('./calendar/calendar-start.tsx').then((m) => m.CalendarStart),
    '/academic-calender/update/{academicCalendarID}': () =>
      import('./calendar/calendar-planner.tsx').then((m) => m.CalendarPlanner),
    '/health-remark/view': () => import('./health/health-remarks.tsx').then((m) => m.HealthRemarks),
    '/generaldiary/add-generaldiary/{dateProp}': () =>
      import('./diary/diary-screens.tsx').then((m) => m.AddGeneralDiary),
    '/generaldiary/general-diary-list': () =>
      import('./diary/diary-screens.tsx').then((m) => m.GeneralDiaryList),
    '/generaldiary/class-diary-list': () => import('./diary/class-diary.tsx').then((m) => m.ClassDiary),
    '/generaldiary/edit-generaldiary/{generalDiaryID}': () =>
      import('./diary/diary-screens.tsx').then((m) => m.EditGeneralDiary),
    '/generaldiary/view-generaldiary/{generalDiaryID}': () =>
      import('./diary/diary-screens.tsx').then((m) => m.ViewGeneralDiary),
    '/subjectdiary/add-subjectdiary': () =>
      import('./diary/diary-screens.tsx').then((m) => m.AddSubjectDiary),
    '/subjectdiary/subject-diary-list': () =>
      import('./diary/diary-screens.tsx').then((m) => m.SubjectDiaryList),
    '/subjectdiary/edit-subjectdiary/{studentDiaryID}': () =>
      import('./diary/diary-screens.tsx').then((m) => m.EditSubjectDiary),
    '/subjectdiary/show-subjectdiary/{studentDiaryID}': () =>
      import('./diary/diary-screens.tsx').then((m) => m.ShowSubjectDiary),
    '/classWork/add-classwork': () => import('./diary/diary-screens.tsx').then((m) => m.AddClasswork),
    '/classWork/class-work-list': () => import('./diary/diary-screens.tsx').then((m) => m.ClassworkList),
    '/class-diary/view/{studentAdmissionId}': () =>
      import('./diary/child-diary.tsx').then((m) => m.ChildDiary),
    '/log-book/log-book-lists': () => import('./log-book/log-book-list.tsx').then((m) => m.LogBookList),
    '/log-book/create-log-book': () => import('./log-book/log-book-form.tsx').then((m) => m.CreateLogBook),
    '/log-book/edit-log-book/{logBookID}': () =>
      import('./log-book/log-book-form.tsx').then((m) => m.EditLogBook),
    '/log-book/view-log-book/{logBookID}': () =>
      import('./log-book/log-book-view.tsx').then((m) => m.LogBookView),
    '/log-book/view-book-log/{teacherID}': () =>
      import('./log-book/log-book-month.tsx').then((m) => m.LogBookMonth),
    '/grade-book/skills/list': () => import('./grade-book/skill-screens.tsx').then((m) => m.SkillList),
    '/grade-book/skills/subSkills/{skillId}': () =>
      import('./grade-book/skill-screens.tsx').then((m) => m.SubSkillList),
    '/grade-book/skills/parameters/{skillId}/{subSkillId}': () =>
      import('./grade-book/skill-screens.tsx').then((m) => m.ParameterList),
    '/grade-book/skills/assign': () => import('./grade-book/assign.tsx').then((m) => m.AssignSkills),
    '/grade-book/skills/grade-entry': () => import('./grade-book/grade-entry.tsx').then((m) => m.GradeEntry),
    '/grade-book/skills/class-teacher-remark': () =>
      import('./grade-book/class-teacher-remark.tsx').then((m) => m.ClassTeacherRemark),
  },
  [
    recordLoads(classGroup, {
      list: () => import('./structure/class-group-screens.tsx').then((m) => m.ClassGroupList),
      form: () => import('./structure/class-group-screens.tsx').then((m) => m.ClassGroupForm),
    }),
    recordLoads(logTopic, {
      list: () => import('./log-book/topic-list.tsx').then((m) => m.TopicList),
    }),
  ],
);
