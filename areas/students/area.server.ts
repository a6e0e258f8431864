import { serve } from '@aangan/server/endpoint/handle.ts';
import { students } from './area.ts';
import { childHome, payAsFamily, receiptOfFamily } from './home/home.server.ts';
import { staffHome } from './home/strength.server.ts';
import { studentHomeCards } from './home-cards.server.ts';
import { guardiansToTell } from './public.server.ts';
import { childrenLeft } from './student/centre-checks.server.ts';
import { studentSearch } from './student/find-students.server.ts';
import { countByClass, getStudent, listStudents } from './student/student.queries.server.ts';
import { addPaper, decidePaper, historyOfStudent, papersOfStudent } from './student/student-file.server.ts';
import { updateStudent } from './student/update-student.server.ts';

export const studentsServer = serve(
  students,
  [
    listStudents,
    getStudent,
    countByClass,
    updateStudent,
    papersOfStudent,
    addPaper,
    decidePaper,
    historyOfStudent,
    childHome,
    receiptOfFamily,
    payAsFamily,
    staffHome,
  ],
  {
    search: [studentSearch],
    homeCards: studentHomeCards,
    centreChecks: [childrenLeft],
    recipients: { studentIds: (db, ids, franchiseeId) => guardiansToTell(db, ids, franchiseeId) },
  },
);
