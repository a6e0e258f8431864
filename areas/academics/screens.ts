import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { classGroup } from './class-group.record.ts';
import { logTopic } from './log-book/log-topic.record.ts';
import { academicsModules as m } from './modules.ts';

export const academicsScreens = screens(
  'academics',
  'Academics',
  {
    '/class/details': { title: 'Classes', module: 'class' },
    '/class/add': { title: 'Add', module: 'class', write: true },
    '/attendance/give-attendance': { title: 'Give attendance', module: m.Attendance, write: true },
    '/attendance/report/{studentId}': {
      title: 'Attendance report',
      module: [m.Attendance, m.studentAttendance],
    },
    '/terms/term-details': { title: 'Terms', module: m.Terms },
    '/terms/add-term': { title: 'Add term', module: m.Terms, write: true },
    '/terms/edit-term/{termMapID}': { title: 'Term', module: m.Terms, write: true },
    '/academic-calender/creation': { title: 'Academic calendar', module: m.academicCalendar, write: true },
    '/academic-calender/update/{academicCalendarID}': {
      title: 'Academic calendar',
      module: m.academicCalendar,
      write: true,
    },
    '/health-remark/view': { title: 'Health remarks', module: m.StudentHealthRemark },
    '/generaldiary/add-generaldiary/{dateProp}': {
      title: 'Add to the general diary',
      module: m.GeneralDiary,
      write: true,
    },
    '/generaldiary/general-diary-list': { title: 'General diary', module: m.GeneralDiary },
    '/generaldiary/class-diary-list': {
      title: 'Class diary',
      module: [m.GeneralDiary, m.SubjectDiary, m.ClassWork],
    },
    '/generaldiary/edit-generaldiary/{generalDiaryID}': {
      title: 'Edit the general diary',
      module: m.GeneralDiary,
      write: true,
    },
    '/generaldiary/view-generaldiary/{generalDiaryID}': { title: 'General diary', module: m.GeneralDiary },
    '/subjectdiary/add-subjectdiary': {
      title: 'Add to the subject diary',
      module: m.SubjectDiary,
      write: true,
    },
    '/subjectdiary/subject-diary-list': { title: 'Subject diary', module: m.SubjectDiary },
    '/subjectdiary/edit-subjectdiary/{studentDiaryID}': {
      title: 'Edit the subject diary',
      module: m.SubjectDiary,
      write: true,
    },
    '/subjectdiary/show-subjectdiary/{studentDiaryID}': { title: 'Subject diary', module: m.SubjectDiary },
    '/classWork/add-classwork': { title: 'Add classwork', module: m.ClassWork, write: true },
    '/classWork/class-work-list': { title: 'Classwork', module: m.ClassWork },
    '/class-diary/view/{studentAdmissionId}': {
      title: 'Diary',
      module: [m.studentDiary, m.GeneralDiary],
    },
    '/log-book/log-book-lists': { title: 'Log book', module: m.teacherLogbook },
    '/log-book/create-log-book': { title: 'Write log book', module: m.teacherLogbook, write: true },
    '/log-book/view-log-book/{logBookID}': { title: 'Log book entry', module: m.teacherLogbook },
    '/log-book/edit-log-book/{logBookID}': {
      title: 'Change log book',
      module: m.teacherLogbook,
      write: true,
    },
    '/log-book/view-book-log/{teacherID}': { title: 'Log book of a teacher', module: m.teacherLogbook },
    '/grade-book/skills/list': { title: 'Skills', module: m.Skills },
    '/grade-book/skills/subSkills/{skillId}': { title: 'Skill', module: m.Skills },
    '/grade-book/skills/parameters/{skillId}/{subSkillId}': { title: 'Competencies', module: m.Skills },
    '/grade-book/skills/assign': { title: 'Assign skills', module: m.Skills, write: true },
    '/grade-book/skills/grade-entry': { title: 'Grade entry', module: m.GradeEntry, write: true },
    '/grade-book/skills/class-teacher-remark': {
      title: 'Class teacher remark',
      module: m.TeacherRemark,
      write: true,
    },
  },
  [...recordScreens(classGroup), ...recordScreens(logTopic)],
);
