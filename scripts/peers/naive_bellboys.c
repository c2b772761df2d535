/* A plain loop over rounds of Lazy Bellboys, played at random: what the kernel is measured against.

   cc -O2 scripts/peers/naive_bellboys.c -o build/naive_bellboys
   scripts/bench bellboys build/naive_bellboys 2000000

   Prints rounds per second first. It keeps no records, knows no other rules, and its generator
   (xorshift) cannot play a single round again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t state = 88172645463325252u;

static int below(int bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)((state >> 32) * (uint64_t)bound >> 32);
}

static int rank_of(int card, int position) {
    switch (card % 5) {
    case 0: return 3;
    case 1: return position;
    case 2: return position / 2;
    case 3: return 2 * position;
    default: return position * position;
    }
}

static int lacks_a_suit(const int *hand) {
    int suits = 0;
    for (int i = 0; i < 7; i++) suits |= 1 << hand[i] / 5;
    return suits != 7;
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 2000000, wins = 0;
    int lead = 0;
    double began = seconds();
    for (long n = 0; n < rounds; n++) {
        int deck[15], hand[2][7], size[2] = {7, 7}, taken[2][3] = {{0}};
        do {
            for (int i = 0; i < 15; i++) deck[i] = i;
            for (int i = 14; i > 0; i--) {
                int j = below(i + 1), card = deck[i];
                deck[i] = deck[j];
                deck[j] = card;
            }
        } while (lacks_a_suit(deck) || lacks_a_suit(deck + 7));
        for (int i = 0; i < 7; i++) {
            hand[0][i] = deck[i];
            hand[1][i] = deck[7 + i];
        }
        int starter = lead;
        for (int trick = 0; trick < 7; trick++) {
            int card[2], rank[2];
            for (int k = 0; k < 2; k++) {
                int seat = k ? 1 - lead : lead, legal[7], count = 0;
                for (int i = 0; i < size[seat]; i++)
                    if (k && hand[seat][i] / 5 == card[0] / 5) legal[count++] = i;
                if (!count)
                    for (int i = 0; i < size[seat]; i++) legal[count++] = i;
                int at = legal[below(count)];
                card[k] = hand[seat][at];
                rank[k] = rank_of(card[k], at + 1);
                size[seat]--;
                for (int i = at; i < size[seat]; i++) hand[seat][i] = hand[seat][i + 1];
            }
            if (rank[1] > rank[0]) lead = 1 - lead;
            taken[lead][card[0] / 5]++;
            taken[lead][card[1] / 5]++;
        }
        taken[lead][deck[14] / 5]++;
        int cards[2], full[2];
        for (int seat = 0; seat < 2; seat++) {
            cards[seat] = taken[seat][0] + taken[seat][1] + taken[seat][2];
            full[seat] = (taken[seat][0] == 5) + (taken[seat][1] == 5) + (taken[seat][2] == 5);
        }
        if (full[0] < 3 && full[1] < 3) cards[0] += 5 * (full[1] - full[0]);
        lead = 2 * cards[0] > 15;
        wins += lead == starter;
    }
    printf("%.0f rounds/s; ", (double)rounds / (seconds() - began));
    printf("the starter wins %.4f of %ld\n", (double)wins / (double)rounds, rounds);
    return 0;
}
