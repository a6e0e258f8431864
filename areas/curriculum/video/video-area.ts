import { publicVideoContract, videoContract } from './video.contract.ts';
import { videos } from './video.listing.ts';

export const videoContracts = [videos.endpoints, videoContract, publicVideoContract];
