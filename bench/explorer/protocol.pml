/* Deduplication with a status row, the protocol that this folder measures searches with, for SPIN.
 *
 * Each guarded line is one atomic step, as in bench/explorer/protocol.hpp. Variant and size come
 * from the command line:
 *
 *     spin -a -DVARIANT=C -DN=4 -DF=2 bench/explorer/protocol.pml
 *     gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c
 *     ./pan -E -m100000                      (all states; variants B and C hold)
 *     ./pan -E -c0 -m100000                  (counts the whole of A and D, whatever breaks)
 *
 * -E: an end with every worker idle is no error. "States, stored" and "transitions" of pan are what
 * bench/explorer/reference.hpp holds; pan counts the step into the first state as well.
 */
#define A 1
#define B 2
#define C 3
#define D 4
#ifndef VARIANT
#define VARIANT C
#endif
#ifndef N
#define N 2
#endif
#ifndef F
#define F 1
#endif
#define K (N + F)

/* Places of a worker. */
#define IDLE 0
#define READ 1
#define INSERT 2
#define BUSY 3
#define RETAKE 4
#define EFFECT 5
#define MARK 6
#define FAIL 7
#define ANSWER_OK 8
#define ANSWER_ERROR 9

/* The row. */
#define NONE 0
#define PENDING 1
#define DONE 2
#define FAILED 3

byte row = NONE;
byte effects = 0;
byte sent = 0;
byte waiting = 0;
byte faults = 0;
bool answered = false;
byte place[N];

#define faulty (faults < F)
#define owned(w) (place[w] >= EFFECT && place[w] <= FAIL)

#if N == 2
#define somebody_owns (owned(0) || owned(1))
#elif N == 3
#define somebody_owns (owned(0) || owned(1) || owned(2))
#elif N == 4
#define somebody_owns (owned(0) || owned(1) || owned(2) || owned(3))
#else
#define somebody_owns (owned(0) || owned(1) || owned(2) || owned(3) || owned(4))
#endif

inline right() {
    assert(effects <= 1);
    assert(!answered || effects == 1)
}

/* The whole system is one process: who goes next is a choice among guarded steps, so that a step
 * of the model is a step of the protocol and nothing else is state. The worker's number is a
 * constant in each copy of the steps. */
#define WORKER(w) \
    :: atomic { place[w] == IDLE && waiting > 0 -> waiting--; place[w] = READ } \
    :: atomic { place[w] == READ -> \
           place[w] = (row == DONE -> ANSWER_OK : (row == NONE -> INSERT : \
                      (row == PENDING -> BUSY : RETAKE))) } \
    :: atomic { VARIANT != B && place[w] == INSERT -> \
           if :: row == NONE -> row = PENDING; place[w] = EFFECT \
              :: else -> place[w] = READ fi } \
    :: atomic { VARIANT == B && place[w] == INSERT -> \
           if :: row == NONE -> row = DONE; effects++; place[w] = ANSWER_OK \
              :: else -> place[w] = READ fi; right() } \
    :: atomic { VARIANT == B && place[w] == INSERT && row == NONE && faulty -> \
           faults++; place[w] = ANSWER_ERROR } \
    :: atomic { place[w] == RETAKE -> \
           if :: row == FAILED -> row = PENDING; place[w] = EFFECT \
              :: else -> place[w] = READ fi } \
    :: atomic { place[w] == BUSY -> place[w] = IDLE } \
    :: atomic { (VARIANT == A || (VARIANT == D && !somebody_owns)) && place[w] == BUSY -> \
           if :: row == PENDING -> place[w] = EFFECT \
              :: else -> place[w] = READ fi } \
    :: atomic { place[w] == EFFECT -> effects++; place[w] = MARK; right() } \
    :: atomic { place[w] == EFFECT && faulty -> faults++; place[w] = FAIL } \
    :: atomic { place[w] == MARK -> row = DONE; place[w] = ANSWER_OK } \
    :: atomic { place[w] == FAIL -> row = FAILED; place[w] = ANSWER_ERROR } \
    :: atomic { place[w] == ANSWER_OK -> answered = true; place[w] = IDLE; right() } \
    :: atomic { place[w] == ANSWER_ERROR -> place[w] = IDLE } \
    :: atomic { place[w] >= ANSWER_OK && faulty -> faults++; place[w] = IDLE } \
    :: atomic { place[w] >= READ && place[w] <= FAIL && faulty -> faults++; place[w] = IDLE }

active proctype system() {
end:
    do
    :: atomic { sent < K && !answered -> sent++; waiting++ }
    :: atomic { sent < K && !answered && faulty -> sent++; faults++ }
    WORKER(0)
    WORKER(1)
#if N > 2
    WORKER(2)
#endif
#if N > 3
    WORKER(3)
#endif
#if N > 4
    WORKER(4)
#endif
    od
}
