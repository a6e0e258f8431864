import { useParams } from 'react-router';
import { ClassCards } from './class-cards.tsx';
import { ClassSections } from './class-sections.tsx';
import { SectionRosterScreen } from './section-roster.tsx';

/** /students/detail: every class, the sections of one, or the roster of one section, by how much the address names. */
export function StudentDetail() {
  const { ClassId, SectionId, FranchiseeId } = useParams();
  const centre = FranchiseeId === undefined ? {} : { franchiseeId: Number(FranchiseeId) };
  if (ClassId === undefined) return <ClassCards />;
  if (SectionId === undefined) return <ClassSections classId={Number(ClassId)} />;
  return <SectionRosterScreen sectionId={SectionId} centre={centre} />;
}
