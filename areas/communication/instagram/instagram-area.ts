import { instagramContract } from './instagram.contract.ts';
import { instagramPosts } from './instagram.listing.ts';

export const instagramContracts = [instagramContract, instagramPosts.endpoints] as const;
