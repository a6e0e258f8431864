import { modules } from '@aangan/contract/area.ts';

/** Module names of the academics area that its present screens use (areas/README §5.1). */
export const academicsModules = modules({
  class: { title: 'Classes' },
  classGroup: { title: 'Class groups' },
  academicCalendar: { title: 'Academic calendar' },
  Terms: { title: 'Terms' },
  Attendance: { title: 'Attendance', staffApproval: true },
  AttendanceCorrection: { title: 'Attendance correction' },
  studentAttendance: { title: 'Student attendance', student: true },
  GeneralDiary: { title: 'General diary', staffApproval: true },
  SubjectDiary: { title: 'Subject diary', staffApproval: true },
  ClassWork: { title: 'Class work', staffApproval: true },
  studentDiary: { title: 'Student diary', student: true },
  allSections: { title: 'All sections' },
  Skills: { title: 'Skills' },
  GradeEntry: { title: 'Grade entry', staffApproval: true },
  TeacherRemark: { title: 'Teacher remark', staffApproval: true },
  StudentHealthRemark: { title: 'Student health remark', staffApproval: true },
  teacherLogbook: { title: 'Teacher logbook', staffApproval: true },
  reportPublishSetting: { title: 'Report publish setting' },
});
