import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { useNavigate, useSearchParams } from 'react-router';
import { classRecord } from './class.record.ts';
import { SectionForm } from './structure/section-form.tsx';
import { SubjectForm } from './structure/subject-screens.tsx';

/** `?what=class|section|subject`, with `&id=` to change one. */
export function ClassAdd() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const what = params.get('what');
  const id = params.get('id');
  if (what === 'section') return <SectionForm key={id} id={id} />;
  if (what === 'subject') return <SubjectForm key={id} id={id} />;
  return (
    <RecordForm
      key={id}
      record={classRecord}
      id={id === null ? null : Number(id)}
      start={{ active: true }}
      onDone={() => void navigate('/class/details')}
    />
  );
}
