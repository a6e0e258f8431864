import { serve } from '@aangan/server/handle.ts';
import { students } from './area.ts';
import { guardiansToTell } from './public.server.ts';
import { countByClass, getStudent, listStudents } from './student/student.queries.server.ts';
import { updateStudent } from './student/update-student.server.ts';

export const studentsServer = serve(students, [listStudents, getStudent, countByClass, updateStudent], {
  recipients: { studentIds: (db, ids, franchiseeId) => guardiansToTell(db, ids, franchiseeId) },
});
