import { blindIndex } from '@aangan/server/work/seal.ts';

/**
 * A person's reference of something of its kind: 22 characters, 128 bits that only the server can make. Nothing is kept, so
 * asking for it stays a read; that of another person is unknown.
 */
export const ownReference = (
  kind: 'training-meeting' | 'online-class',
  { userId, id }: { userId: string; id: string },
): string => blindIndex(`${kind}:${userId}:${id}`).subarray(0, 16).toString('base64url');
