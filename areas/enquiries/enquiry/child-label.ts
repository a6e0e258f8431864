// How a child is called while its name is not known.

/** Stands as the parent's name where nobody has said one: a call nobody took, a profile without a name. */
export const NO_NAME = 'Parent (no name given)';
/** Stands where a guardian's name stood (migration 0431). */
export const ERASED_NAME = 'Erased';

interface Named {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** 'Kiaan Rao', or 'Child of Meera Rao' while no name is known. */
export function childLabel(child: Named, guardianName: string): string {
  const own = [child.firstName, child.lastName].filter(Boolean).join(' ');
  if (own) return own;
  if (guardianName === ERASED_NAME) return 'Erased family';
  return guardianName === NO_NAME ? 'Name not known yet' : `Child of ${guardianName}`;
}
